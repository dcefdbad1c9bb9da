create table export_requests (
  id varchar(24) $binary primary key,
  environment varchar(20) $binary not null,
  merchants text not null,
  selection text not null,
  row_count integer not null,
  issuer text not null,
  subject text not null,
  name text not null,
  purpose varchar(40) $binary not null,
  case_ref varchar(40) $binary not null,
  sealed_text text not null,
  at bigint not null,
  until bigint not null,
  answer varchar(8) $binary,
  answered_issuer text,
  answered_subject text,
  answered_name text,
  sealed_answer text,
  answered_at bigint,
  withdrawn_at bigint,
  download_until bigint,
  downloads integer not null default 0
);

create index export_requests_listed on export_requests (environment, at);
