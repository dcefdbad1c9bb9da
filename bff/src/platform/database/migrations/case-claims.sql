create table review_claims (
  seq $identity,
  environment varchar(20) $binary not null,
  transaction_id varchar(64) $binary not null,
  item bigint not null,
  issuer text not null,
  subject text not null,
  name text not null,
  started_at bigint not null,
  until bigint not null,
  ended_at bigint,
  ending varchar(12) $binary
);

create index review_claims_by_transaction on review_claims (environment, transaction_id, seq);

create index review_claims_open on review_claims (item) where ended_at is null;
