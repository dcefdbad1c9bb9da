create index discrepancies_by_customer on discrepancies (environment, customer, opened_to, seq);
