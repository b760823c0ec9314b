-- A draft can be published on trial: it is taken back unless a member confirms it in time.
alter table drafts
  add column trial jsonb,
  add column taken_back jsonb;
