-- The embedded database refuses changes of the audit log, and deletions that no committed checkpoint covers.
create trigger audit_no_update before update on audit
begin select raise(abort, 'audit is append-only'); end;

create trigger audit_no_delete before delete on audit
when not exists (select 1 from audit_links l join audit_checkpoints c on c.chain = l.chain and c.n >= l.n where l.seq = old.seq)
begin select raise(abort, 'audit is append-only'); end;

create trigger audit_links_no_update before update on audit_links
begin select raise(abort, 'audit is append-only'); end;

create trigger audit_links_no_delete before delete on audit_links
when not exists (select 1 from audit_checkpoints c where c.chain = old.chain and c.n >= old.n)
begin select raise(abort, 'audit is append-only'); end;

create trigger audit_checkpoints_no_update before update on audit_checkpoints
begin select raise(abort, 'audit is append-only'); end;

create trigger audit_checkpoints_no_delete before delete on audit_checkpoints
begin select raise(abort, 'audit is append-only'); end;
