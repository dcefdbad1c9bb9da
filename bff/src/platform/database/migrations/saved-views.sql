alter table saved_views add column position integer not null default 0;

alter table saved_views add column shared_role varchar(16) $binary;

alter table saved_views add column removed_at bigint;

create index saved_views_shared on saved_views (environment, page, shared_role) where shared_role is not null;

alter table staff_settings add column default_views text;
