alter table staff_settings add column tables text;
