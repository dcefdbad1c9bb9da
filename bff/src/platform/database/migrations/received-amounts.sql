alter table transactions add column amount_text varchar(24) $binary;

alter table transactions add column currency_text varchar(8) $binary;

alter table notification_queue add column amount_text varchar(24) $binary;

alter table notification_queue add column currency_text varchar(8) $binary;
