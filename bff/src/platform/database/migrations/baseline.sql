-- Baseline of the schema for both databases. `$identity` is the type of a growing key, `$binary` the collation that
-- compares text by bytes (migrations.ts). Each statement ends with `;` before an empty line. All times are ms since 1970.

-- Sessions, people and handles
create table handles (
  handle varchar(40) primary key,
  kind varchar(16) not null,
  environment varchar(20) not null,
  merchant varchar(64) not null,
  lookup varchar(64) not null,
  sealed text not null,
  created_at bigint not null,
  constraint handles_once unique (kind, environment, merchant, lookup)
);

create table sessions (
  id_hash varchar(64) primary key,
  cookie_hash varchar(64) $binary not null,
  issuer text not null,
  subject text not null,
  sealed text not null,
  role varchar(16) not null,
  provider_session text,
  created_at bigint not null,
  last_used_at bigint not null,
  expires_at bigint not null,
  reauthenticated_at bigint,
  handle varchar(24) $binary,
  source_address varchar(64) $binary,
  browser varchar(60) $binary,
  ended_at bigint,
  ended_by varchar(16) $binary,
  break_glass_until bigint,
  authority_at bigint not null,
  renewal_until bigint,
  rights_version integer not null
);

create unique index sessions_by_cookie on sessions (cookie_hash);

create index sessions_by_subject on sessions (issuer, subject);

create unique index sessions_by_handle on sessions (handle);

create table logout_tokens (
  id_hash varchar(64) $binary primary key,
  expires_at bigint not null
);

create table staff (
  handle varchar(24) $binary primary key,
  issuer text not null,
  subject text not null,
  name text not null,
  roles varchar(80) $binary not null,
  merchants text,
  seen_at bigint not null,
  constraint staff_once unique (issuer, subject)
);

create table staff_settings (
  issuer text not null,
  subject text not null,
  language varchar(8) $binary,
  time_zone varchar(60) $binary,
  number_style varchar(8) $binary,
  date_style varchar(8) $binary,
  theme varchar(8) $binary,
  density varchar(8) $binary,
  shortcuts varchar(8) $binary,
  rail varchar(8) $binary,
  changed_at bigint not null,
  primary key (issuer, subject)
);

create table staff_drafts (
  id varchar(24) $binary primary key,
  issuer text not null,
  subject text not null,
  environment varchar(20) $binary not null,
  kind varchar(24) $binary not null,
  about varchar(110) $binary not null,
  version varchar(24) $binary not null,
  sealed text not null,
  changed_at bigint not null,
  constraint staff_drafts_once unique (issuer, subject, environment, kind, about)
);

create index staff_drafts_by_time on staff_drafts (changed_at);

create table pending_reveals (
  session_hash varchar(64) $binary not null,
  kind varchar(16) $binary not null,
  sealed text not null,
  at bigint not null,
  constraint pending_reveals_once primary key (session_hash, kind)
);

create table saved_views (
  id varchar(24) $binary primary key,
  issuer text not null,
  subject text not null,
  environment varchar(20) $binary not null,
  name varchar(40) $binary not null,
  filter text not null,
  created_at bigint not null,
  page varchar(16) $binary not null default 'transactions'
);

create index saved_views_by_person on saved_views (subject, environment);

create table break_glass_grants (
  id varchar(24) $binary primary key,
  issuer text not null,
  subject text not null,
  name text not null,
  session_hash varchar(64) $binary not null,
  role varchar(16) $binary not null,
  purpose_code varchar(40) $binary not null,
  case_ref varchar(40) $binary not null,
  sealed_text text not null,
  at bigint not null,
  until bigint not null,
  acknowledged_issuer text,
  acknowledged_subject text,
  acknowledged_name text,
  acknowledged_at bigint,
  sealed_report text,
  reported_at bigint,
  version integer not null default 1
);

create index break_glass_grants_of_person on break_glass_grants (issuer, subject, at);

create unique index break_glass_grants_one_report_due on break_glass_grants (issuer, subject) where reported_at is null;

create index break_glass_grants_by_time on break_glass_grants (at);

-- Audit log: entries, their places in hash chains, and what retention cuts leave
create table audit (
  seq $identity,
  time_ms bigint not null,
  instance varchar(40) not null,
  actor_issuer text,
  actor_subject text,
  role varchar(16),
  session_hash varchar(64),
  source_address varchar(64),
  action varchar(40) not null,
  result varchar(8) not null,
  reason varchar(40),
  environment varchar(20),
  merchant varchar(64),
  subject_kind varchar(16),
  subject_id varchar(100),
  reference varchar(20) not null,
  field varchar(60),
  purpose_code varchar(40),
  case_ref varchar(40),
  reauthentication_age bigint
);

create index audit_by_subject on audit (subject_kind, subject_id);

create index audit_by_person on audit (actor_subject, actor_issuer, seq);

create index audit_by_time on audit (time_ms);

create table audit_links (
  chain varchar(20) $binary not null,
  n bigint not null,
  seq bigint not null,
  prev varchar(64) $binary not null,
  hash varchar(64) $binary not null
);

create unique index audit_links_once on audit_links (chain, n);

create unique index audit_links_of on audit_links (seq);

create table audit_checkpoints (
  id $identity,
  chain varchar(20) $binary not null,
  n bigint not null,
  line text not null
);

create unique index audit_checkpoints_once on audit_checkpoints (chain, n);

-- Records of transactions, and what moves them on
create table transactions (
  seq $identity,
  environment varchar(20) $binary not null,
  id varchar(64) $binary not null,
  merchant varchar(64) $binary not null,
  customer varchar(40) $binary,
  merchant_transaction_id varchar(100) $binary,
  reference varchar(100) $binary,
  workflow varchar(64) $binary,
  state varchar(64) $binary not null,
  compound varchar(100) $binary,
  reason varchar(64) $binary,
  final smallint not null,
  review smallint not null,
  test smallint,
  amount_minor bigint,
  currency varchar(3) $binary,
  amount_source varchar(12) $binary,
  expires_at bigint,
  first_seen bigint not null,
  first_source varchar(12) $binary not null,
  changed_from bigint,
  changed_at bigint not null,
  read_at bigint,
  version integer not null,
  secret_hash varchar(64) $binary,
  tasks integer,
  finality varchar(24) $binary not null,
  final_read_at bigint,
  proof_notification_seq bigint,
  proof_read_at bigint,
  sent integer,
  received integer not null default 0,
  listed_at bigint,
  next_read_at bigint,
  record_values varchar(16) $binary,
  list_values varchar(16) $binary,
  gone smallint not null default 0,
  unique (environment, id)
);

create index transactions_missing_listed on transactions (environment, listed_at) where sent > received;

create index transactions_seen on transactions (
  environment, merchant, first_seen, seq, state, reason, workflow, finality, review, test, currency,
  amount_minor, final, expires_at
);

create index transactions_changed on transactions (environment, merchant, changed_at, seq);

create index transactions_amount on transactions (environment, merchant, amount_minor, seq, first_seen);

create index transactions_age_changed on transactions (
  environment, merchant, (first_seen / 1209600000
), changed_at, seq, first_seen);

create index transactions_state_seen on transactions (environment, merchant, state, first_seen, seq);

create index transactions_state_changed on transactions (environment, merchant, state, changed_at, seq);

create index transactions_state_amount on transactions (environment, merchant, state, amount_minor, seq);

create index transactions_reason_seen on transactions (environment, merchant, reason, first_seen, seq);

create index transactions_reason_changed on transactions (environment, merchant, reason, changed_at, seq);

create index transactions_reason_amount on transactions (environment, merchant, reason, amount_minor, seq);

create index transactions_workflow_seen on transactions (environment, merchant, workflow, first_seen, seq);

create index transactions_workflow_changed on transactions (environment, merchant, workflow, changed_at, seq);

create index transactions_workflow_amount on transactions (environment, merchant, workflow, amount_minor, seq);

create index transactions_finality_seen on transactions (environment, merchant, finality, first_seen, seq);

create index transactions_finality_changed on transactions (environment, merchant, finality, changed_at, seq);

create index transactions_finality_amount on transactions (environment, merchant, finality, amount_minor, seq);

create index transactions_currency_seen on transactions (environment, merchant, currency, first_seen, seq);

create index transactions_currency_changed on transactions (environment, merchant, currency, changed_at, seq);

create index transactions_currency_amount on transactions (environment, merchant, currency, amount_minor, seq);

create index transactions_test_seen on transactions (environment, merchant, test, first_seen, seq);

create index transactions_test_changed on transactions (environment, merchant, test, changed_at, seq);

create index transactions_test_amount on transactions (environment, merchant, test, amount_minor, seq);

create index transactions_review_seen on transactions (environment, merchant, first_seen, seq) where review = 1;

create index transactions_review_changed on transactions (environment, merchant, changed_at, seq) where review = 1;

create index transactions_review_amount on transactions (environment, merchant, amount_minor, seq) where review = 1;

create index transactions_expires on transactions (
  environment, merchant, expires_at, seq, first_seen, changed_at, amount_minor
) where final = 0;

create index transactions_missing on transactions (environment, merchant, seq) where sent > received;

create index transactions_by_id on transactions (environment, merchant, id);

create index transactions_by_merchant_id on transactions (environment, merchant, merchant_transaction_id);

create index transactions_by_reference on transactions (environment, merchant, reference);

create index transactions_by_customer on transactions (environment, customer, merchant);

create index transactions_to_read on transactions (
  environment, next_read_at, merchant, final
) where next_read_at is not null;

create table observations (
  seq $identity,
  environment varchar(20) $binary not null,
  transaction_id varchar(64) $binary not null,
  version integer not null,
  what varchar(24) $binary not null,
  source varchar(12) $binary not null,
  from_at bigint,
  to_at bigint not null,
  before_value varchar(100) $binary,
  after_value varchar(100) $binary,
  compound varchar(100) $binary,
  notification_seq bigint
);

create index observations_by_transaction on observations (environment, transaction_id, seq);

create table notification_queue (
  seq $identity,
  environment varchar(20) $binary not null,
  digest varchar(64) $binary not null,
  received_at bigint not null,
  last_at bigint not null,
  repeats integer not null default 0,
  repeats_processed integer not null default 0,
  proof varchar(16) $binary not null,
  status varchar(12) $binary not null default 'new',
  why varchar(40) $binary,
  tries integer not null default 0,
  kind varchar(20) $binary,
  transaction_id varchar(64) $binary,
  merchant varchar(64) $binary,
  event varchar(64) $binary,
  state varchar(64) $binary,
  compound varchar(100) $binary,
  amount_minor bigint,
  currency varchar(3) $binary,
  tasks integer,
  secret_hash varchar(64) $binary,
  secret_matches smallint,
  late smallint not null default 0,
  effect varchar(12) $binary,
  confirmed_at bigint,
  listed smallint,
  sealed text not null
);

create unique index notification_queue_once on notification_queue (environment, digest);

create index notification_queue_by_status on notification_queue (environment, status, seq, merchant);

create index notification_queue_by_transaction on notification_queue (environment, transaction_id, seq) where transaction_id is not null;

create index notification_queue_by_event on notification_queue (environment, event, seq, merchant) where event is not null;

create index notification_queue_by_effect on notification_queue (environment, effect, seq, merchant) where effect is not null;

create index notification_queue_by_merchant on notification_queue (environment, merchant, seq) where merchant is not null;

create index notification_queue_of_kind on notification_queue (environment, kind, seq, merchant) where kind <> 'transaction';

create index notification_queue_late on notification_queue (environment, seq, merchant) where late = 1;

create index notification_queue_repeats on notification_queue (environment, seq, merchant) where repeats > 0;

create index notification_queue_unprocessed_repeats on notification_queue (environment, seq) where repeats > repeats_processed;

create index notification_queue_by_time on notification_queue (environment, received_at, merchant);

create index notification_queue_repeated on notification_queue (environment, received_at, merchant) where repeats > 0;

create table rejected_notifications (
  environment varchar(20) $binary not null,
  day varchar(10) $binary not null,
  reason varchar(20) $binary not null,
  times bigint not null,
  last_at bigint not null,
  primary key (environment, day, reason)
);

create table notification_reprocessings (
  seq $identity,
  environment varchar(20) $binary not null,
  notification_seq bigint not null,
  at bigint not null,
  issuer text not null,
  subject text not null,
  reason text not null,
  ticket varchar(40) $binary,
  before_effect varchar(12) $binary,
  after_effect varchar(12) $binary
);

create index notification_reprocessings_by_notification on notification_reprocessings (environment, notification_seq);

create table read_queue (
  environment varchar(20) $binary not null,
  transaction_id varchar(64) $binary not null,
  priority smallint not null,
  due_at bigint not null,
  asked integer not null default 1,
  tries integer not null default 0,
  missed integer not null default 0,
  thrown integer not null default 0,
  with_list smallint not null default 0,
  requested_at bigint not null,
  primary key (environment, transaction_id)
);

create index read_queue_in_turn on read_queue (environment, priority, due_at);

create table sync_runs (
  seq $identity,
  environment varchar(20) $binary not null,
  holder varchar(40) $binary not null,
  started_at bigint not null,
  ended_at bigint,
  read_count integer not null default 0,
  changed integer not null default 0,
  failed integer not null default 0
);

create table undocumented_values (
  environment varchar(20) $binary not null,
  merchant varchar(64) $binary not null,
  place varchar(20) $binary not null,
  value varchar(64) $binary not null,
  first_seen bigint not null,
  last_seen bigint not null,
  times integer not null,
  first_transaction varchar(64) $binary,
  primary key (environment, merchant, place, value)
);

create table identity_owners (
  identity varchar(24) $binary primary key,
  customer varchar(24) $binary not null
);

create index identity_owners_of on identity_owners (customer);

create table identity_links (
  identity varchar(40) $binary primary key,
  environment varchar(20) $binary not null,
  merchant varchar(64) $binary not null,
  customer varchar(40) $binary not null,
  lookup varchar(64) $binary not null
);

create index identity_links_by_id on identity_links (environment, lookup, merchant);

create table identity_kyc_states (
  seq $identity,
  environment varchar(20) $binary not null,
  identity varchar(40) $binary not null,
  kyc_state varchar(64) $binary,
  source varchar(16) $binary not null,
  first_at bigint not null,
  last_at bigint not null
);

create index identity_kyc_states_of on identity_kyc_states (environment, identity, seq);

create table changes (
  seq $identity,
  at bigint not null,
  environment varchar(20) $binary not null,
  merchant varchar(64) $binary,
  kind varchar(24) $binary not null,
  subject_id varchar(64) $binary not null,
  version integer not null
);

create table leases (
  name varchar(60) $binary primary key,
  holder varchar(40) $binary not null,
  term bigint not null,
  until bigint not null
);

-- Imports
create table imports (
  id varchar(24) $binary primary key,
  environment varchar(20) $binary not null,
  of varchar(12) $binary not null,
  made_by varchar(8) $binary not null,
  actor_subject text,
  status varchar(8) $binary not null,
  started_at bigint not null,
  ended_at bigint,
  lines integer not null,
  done integer not null default 0,
  added integer not null default 0,
  refused integer not null default 0
);

create table import_lines (
  seq $identity,
  import_id varchar(24) $binary not null,
  line integer not null,
  merchant varchar(64) $binary,
  sealed text,
  status varchar(8) $binary not null,
  why varchar(24) $binary
);

create index import_lines_waiting on import_lines (import_id, status, line);

-- Manual review: cases, decisions, operator actions
create table review_cases (
  seq $identity,
  environment varchar(20) $binary not null,
  transaction_id varchar(64) $binary not null,
  merchant varchar(64) $binary not null,
  customer varchar(40) $binary,
  kind varchar(8) $binary not null,
  concerns varchar(20) $binary not null,
  state varchar(64) $binary not null,
  compound varchar(100) $binary,
  amount_minor bigint,
  currency varchar(3) $binary,
  test smallint,
  expires_at bigint,
  kyc varchar(64) $binary,
  since_from bigint,
  since_to bigint not null,
  due_at bigint not null,
  second varchar(80) $binary not null,
  version integer not null default 1,
  claim_issuer text,
  claim_subject text,
  claim_name text,
  claim_until bigint not null default 0,
  snoozed_until bigint not null default 0,
  last_note bigint,
  decision varchar(24) $binary,
  decision_status varchar(12) $binary,
  ended_at bigint,
  ended_state varchar(64) $binary
);

create unique index review_cases_once on review_cases (environment, transaction_id) where ended_at is null;

create index review_cases_by_transaction on review_cases (environment, transaction_id, seq);

create index review_cases_queue on review_cases (
  environment, merchant, since_to, seq, due_at, expires_at, amount_minor, claim_until, snoozed_until,
  decision_status, kind, concerns, second
) where ended_at is null;

create index review_cases_claimed on review_cases (claim_subject, claim_until) where claim_until > 0;

create index review_cases_ended on review_cases (
  environment, ended_at, merchant, concerns, since_to, due_at, transaction_id
) where ended_at is not null;

create table review_notes (
  seq $identity,
  environment varchar(20) $binary not null,
  transaction_id varchar(64) $binary not null,
  at bigint not null,
  issuer text not null,
  subject text not null,
  name text not null,
  what varchar(12) $binary not null,
  sealed text not null
);

create index review_notes_by_transaction on review_notes (environment, transaction_id, seq);

create table review_mentions (
  seq $identity,
  environment varchar(20) $binary not null,
  item bigint not null,
  note bigint not null,
  issuer text not null,
  subject text not null,
  name text not null,
  at bigint not null,
  seen_at bigint
);

create index review_mentions_unseen on review_mentions (environment, subject, item) where seen_at is null;

create index review_mentions_by_note on review_mentions (note);

create table review_drafts (
  environment varchar(20) $binary not null,
  transaction_id varchar(64) $binary not null,
  issuer text not null,
  subject text not null,
  opened_at bigint not null,
  record_hash varchar(16) $binary not null,
  sealed_record text not null,
  draft text,
  primary key (environment, transaction_id, issuer, subject)
);

create index review_drafts_by_time on review_drafts (opened_at);

create table decisions (
  id varchar(24) $binary primary key,
  environment varchar(20) $binary not null,
  transaction_id varchar(64) $binary not null,
  merchant varchar(64) $binary not null,
  concerns varchar(20) $binary not null,
  verdict varchar(8) $binary not null,
  reason varchar(40) $binary not null,
  sealed_text text not null,
  ticket varchar(40) $binary,
  issuer text not null,
  subject text not null,
  name text not null,
  at bigint not null,
  state varchar(64) $binary not null,
  record_hash varchar(16) $binary not null,
  sealed_record text,
  needed varchar(80) $binary not null,
  status varchar(12) $binary not null,
  live smallint not null,
  expires_at bigint,
  approval_issuer text,
  approval_subject text,
  approval_name text,
  approval_at bigint,
  approval_answer varchar(12) $binary,
  approval_text text,
  withdrawn_at bigint,
  follow_up varchar(12) $binary,
  outcome_from bigint,
  outcome_to bigint,
  outcome_state varchar(64) $binary,
  version integer not null default 1,
  withdrawn_issuer text,
  withdrawn_subject text,
  withdrawn_name text,
  withdrawn_text text
);

create unique index decisions_one_live on decisions (environment, transaction_id) where live = 1;

create index decisions_by_transaction on decisions (environment, transaction_id, at);

create index decisions_by_time on decisions (environment, at, id);

create index decisions_by_status on decisions (environment, status, at, id);

create index decisions_with_record on decisions (environment, at) where live = 0 and sealed_record is not null;

create index decisions_by_person on decisions (environment, subject, at, id);

create table operator_actions (
  id varchar(24) $binary primary key,
  environment varchar(20) $binary not null,
  transaction_id varchar(64) $binary not null,
  merchant varchar(64) $binary not null,
  decision_id varchar(24) $binary not null,
  action varchar(12) $binary not null,
  target varchar(80) $binary,
  status varchar(12) $binary not null,
  why varchar(20) $binary,
  tries integer not null default 0,
  planned_at bigint not null,
  due_at bigint not null,
  sent_at bigint,
  answered_at bigint,
  http_status integer,
  code varchar(40) $binary,
  instance varchar(40) $binary
);

create unique index operator_actions_by_decision on operator_actions (decision_id);

create unique index operator_actions_once on operator_actions (
  environment, target
) where status in ('sending', 'answered', 'unknown');

create unique index operator_actions_one_open on operator_actions (
  environment, transaction_id
) where status in ('sending', 'unknown');

create index operator_actions_planned on operator_actions (environment, due_at) where status = 'planned';

create index operator_actions_sending on operator_actions (environment, sent_at) where status = 'sending';

-- Questions and reconciliation
create table questions (
  id varchar(24) $binary primary key,
  environment varchar(20) $binary not null,
  merchant varchar(64) $binary not null,
  subject_kind varchar(16) $binary not null,
  subject_id varchar(64) $binary not null,
  desk varchar(16) $binary not null,
  issuer text not null,
  subject text not null,
  name text not null,
  sealed_question text not null,
  at bigint not null,
  answer varchar(4) $binary,
  sealed_answer text,
  answered_issuer text,
  answered_subject text,
  answered_name text,
  answered_at bigint,
  seen_at bigint,
  version integer not null default 1
);

create unique index questions_one_open on questions (
  environment, subject_kind, subject_id, issuer, subject
) where answered_at is null;

create index questions_to_answer on questions (environment, desk, merchant, at) where answered_at is null;

create index questions_asked on questions (environment, subject, at);

create table discrepancies (
  seq $identity,
  id varchar(24) $binary not null,
  environment varchar(20) $binary not null,
  transaction_id varchar(64) $binary not null,
  merchant varchar(64) $binary not null,
  customer varchar(40) $binary,
  kind varchar(40) $binary not null,
  state varchar(64) $binary not null,
  compound varchar(100) $binary,
  amount_minor bigint,
  currency varchar(3) $binary,
  previous_customer varchar(40) $binary,
  opened_from bigint,
  opened_to bigint not null,
  closed_at bigint,
  explained integer not null default 0,
  version integer not null default 1
);

create unique index discrepancies_once on discrepancies (environment, transaction_id, kind) where closed_at is null;

create unique index discrepancies_by_id on discrepancies (id);

create index discrepancies_open on discrepancies (
  environment, opened_to, seq, merchant, kind, explained, amount_minor, currency
) where closed_at is null;

create index discrepancies_closed on discrepancies (
  environment, closed_at, seq, merchant, kind, opened_to, amount_minor, currency
) where closed_at is not null;

create table discrepancy_explanations (
  seq $identity,
  item varchar(24) $binary not null,
  environment varchar(20) $binary not null,
  nth integer not null,
  at bigint not null,
  issuer text not null,
  subject text not null,
  name text not null,
  reason varchar(40) $binary not null,
  sealed_text text,
  ticket varchar(40) $binary
);

create unique index discrepancy_explanations_once on discrepancy_explanations (item, nth);

create index discrepancy_explanations_first on discrepancy_explanations (environment, at, item) where nth = 1;

-- Reveals, caller checks, documents, subject access
create table reveals (
  seq $identity,
  at bigint not null,
  kind varchar(8) $binary not null,
  environment varchar(20) $binary not null,
  issuer text not null,
  subject text not null,
  about varchar(64) $binary not null
);

create index reveals_of_person on reveals (issuer, subject, kind, at);

create index reveals_by_time on reveals (at);

create table reveal_alerts (
  id varchar(24) $binary primary key,
  environment varchar(20) $binary not null,
  issuer text not null,
  subject text not null,
  why varchar(16) $binary not null,
  at bigint not null,
  reveals integer not null,
  customers integer not null,
  acknowledged_issuer text,
  acknowledged_subject text,
  acknowledged_at bigint
);

create unique index reveal_alerts_one_open on reveal_alerts (environment, issuer, subject, why) where acknowledged_at is null;

create index reveal_alerts_newest on reveal_alerts (environment, at);

create table caller_checks (
  seq $identity,
  environment varchar(20) $binary not null,
  customer varchar(40) $binary not null,
  kind varchar(16) $binary not null,
  issuer text not null,
  subject text not null,
  at bigint not null,
  status varchar(8) $binary not null
);

create index caller_checks_of_customer on caller_checks (environment, customer, kind, at);

create index caller_checks_of_person on caller_checks (subject, at);

create index caller_checks_by_time on caller_checks (at);

create table document_views (
  id varchar(24) $binary primary key,
  environment varchar(20) $binary not null,
  merchant varchar(64) $binary not null,
  identity varchar(24) $binary not null,
  document varchar(32) $binary not null,
  file integer not null,
  session_hash varchar(64) $binary not null,
  sha256 varchar(64) $binary not null,
  opened_at bigint not null,
  until bigint not null,
  fetched integer not null,
  closed_at bigint
);

create index document_views_over on document_views (until);

create table download_requests (
  id varchar(24) $binary primary key,
  environment varchar(20) $binary not null,
  merchant varchar(64) $binary not null,
  identity varchar(24) $binary not null,
  document varchar(32) $binary not null,
  file integer not null,
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
  download_until bigint,
  downloaded_at bigint,
  sealed_kind text
);

create index download_requests_listed on download_requests (environment, merchant, at);

create table subject_access_requests (
  id varchar(24) $binary primary key,
  environment varchar(20) $binary not null,
  merchant varchar(64) $binary not null,
  customer varchar(40) $binary not null,
  ticket varchar(40) $binary not null,
  issuer text not null,
  subject text not null,
  name text not null,
  at bigint not null,
  until bigint not null,
  status varchar(12) $binary not null default 'waiting',
  approval_issuer text,
  approval_subject text,
  approval_name text,
  approval_at bigint,
  approval_text text,
  downloaded_at bigint,
  approver_downloaded_at bigint
);

create unique index subject_access_requests_one_open on subject_access_requests (environment, customer) where status = 'waiting';

create index subject_access_requests_newest on subject_access_requests (environment, merchant, at);

-- Payment requests and API keys
create table payment_requests (
  id varchar(24) $binary primary key,
  environment varchar(20) $binary not null,
  merchant varchar(64) $binary not null,
  customer varchar(24) $binary not null,
  form varchar(64) $binary not null,
  status varchar(12) $binary not null,
  merchant_transaction_id varchar(40) $binary not null,
  reference varchar(100) $binary not null,
  workflow varchar(100) $binary not null,
  amount_minor bigint not null,
  currency varchar(3) $binary not null,
  sealed_form text,
  reviewed varchar(43) $binary not null,
  maker varchar(8) $binary not null,
  issuer text not null,
  subject text not null,
  name text not null,
  created_at bigint not null,
  sent_at bigint,
  ended_at bigint,
  due_at bigint,
  looked integer not null default 0,
  transaction_id varchar(64) $binary,
  http_status integer,
  why varchar(40) $binary,
  members text,
  sealed_link text,
  sealed_secret text,
  expires_at bigint,
  return_lookup varchar(64) $binary not null,
  version integer not null default 1
);

create unique index payment_requests_form on payment_requests (environment, form);

create unique index payment_requests_order on payment_requests (environment, merchant_transaction_id);

create unique index payment_requests_reference on payment_requests (
  environment, reference
) where status in ('sending', 'created', 'unknown');

create unique index payment_requests_return on payment_requests (return_lookup);

create unique index payment_requests_transaction on payment_requests (
  environment, transaction_id
) where transaction_id is not null;

create index payment_requests_listed on payment_requests (environment, merchant, created_at);

create index payment_requests_customer on payment_requests (environment, customer, created_at);

create index payment_requests_open on payment_requests (
  environment, status, due_at
) where status in ('draft', 'sending', 'unknown', 'absent');

create table api_keys (
  id varchar(24) $binary primary key,
  environment varchar(20) $binary not null,
  merchant varchar(64) $binary not null,
  label varchar(60) $binary not null,
  scopes text not null,
  lookup varchar(64) $binary not null,
  begins varchar(16) $binary not null,
  issuer text not null,
  subject text not null,
  name text not null,
  created_at bigint not null,
  expires_at bigint not null,
  last_used_at bigint,
  revoked_at bigint,
  revoked_issuer text,
  revoked_subject text,
  revoked_name text
);

create unique index api_keys_key on api_keys (lookup);

create index api_keys_listed on api_keys (environment, created_at);

create table api_requests (
  system varchar(24) $binary not null,
  lookup varchar(64) $binary not null,
  digest varchar(64) $binary not null,
  request varchar(24) $binary,
  nth integer not null,
  at bigint not null,
  primary key (system, lookup)
);
