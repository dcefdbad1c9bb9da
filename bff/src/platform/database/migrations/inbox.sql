create table inbox_marks (
  environment varchar(20) $binary not null,
  issuer text not null,
  subject text not null,
  entry varchar(64) $binary not null,
  is_read integer not null,
  at bigint not null,
  constraint inbox_marks_once unique (environment, issuer, subject, entry)
);

create index inbox_marks_by_time on inbox_marks (environment, at);

alter table review_notes add column previous_issuer text;

alter table review_notes add column previous_subject text;

create index review_notes_taken_over on review_notes (environment, previous_subject, at) where previous_subject is not null;

create index review_mentions_by_person on review_mentions (environment, subject, at);

alter table staff add column first_seen_at bigint;

update staff set first_seen_at = seen_at;

alter table staff_settings add column alerts text;
