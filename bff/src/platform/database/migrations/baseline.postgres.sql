-- PostgreSQL refuses changes of the audit log, and deletions that no committed checkpoint covers.
create function audit_refuse() returns trigger language plpgsql as $$
begin raise exception 'audit is append-only'; end $$;

create function audit_refuse_uncovered() returns trigger language plpgsql as $$
begin
  if exists (select 1 from audit_links l join audit_checkpoints c on c.chain = l.chain and c.n >= l.n where l.seq = old.seq)
  then return old; end if;
  raise exception 'audit is append-only';
end $$;

create function audit_links_refuse_uncovered() returns trigger language plpgsql as $$
begin
  if exists (select 1 from audit_checkpoints c where c.chain = old.chain and c.n >= old.n) then return old; end if;
  raise exception 'audit is append-only';
end $$;

create trigger audit_append_only before update on audit for each row execute function audit_refuse();

create trigger audit_cut_only before delete on audit for each row execute function audit_refuse_uncovered();

create trigger audit_no_truncate before truncate on audit for each statement execute function audit_refuse();

create trigger audit_links_append_only before update on audit_links for each row execute function audit_refuse();

create trigger audit_links_cut_only before delete on audit_links
for each row execute function audit_links_refuse_uncovered();

create trigger audit_links_no_truncate before truncate on audit_links
for each statement execute function audit_refuse();

create trigger audit_checkpoints_append_only before update or delete on audit_checkpoints
for each row execute function audit_refuse();

create trigger audit_checkpoints_no_truncate before truncate on audit_checkpoints
for each statement execute function audit_refuse();
