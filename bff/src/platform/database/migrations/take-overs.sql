-- A take-over is the end of a claim (decision 68). Migration 003, which added these columns, was never released.
drop index review_notes_taken_over;

alter table review_notes drop column previous_issuer;

alter table review_notes drop column previous_subject;

-- Marks of take-overs named the note; its number would name another take-over now.
delete from inbox_marks where entry like 'take_over.%';

create index review_claims_taken_over on review_claims (environment, subject, ended_at) where ending = 'taken_over';
