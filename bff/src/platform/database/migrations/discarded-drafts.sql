alter table staff_drafts add column discarded_at bigint;
