create index sync_runs_by_environment on sync_runs (environment, seq);

create index sync_runs_under_way on sync_runs (environment) where ended_at is null;
