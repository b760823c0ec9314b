-- How often users and machines sign in to each application, by the hour: lists never count log entries themselves.
create table application_hours (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  hour timestamptz not null,
  sign_ins bigint not null,
  failures bigint not null,
  last_sign_in_at timestamptz,
  primary key (tenant_id, application_id, hour)
);

-- Put down beside the hour first, as with the counts of the sign-in pages: nobody who logs something waits for another.
create table application_counts (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id bigint not null generated always as identity,
  application_id varchar(21) not null,
  hour timestamptz not null,
  sign_ins bigint not null,
  failures bigint not null,
  last_sign_in_at timestamptz,
  primary key (tenant_id, id)
);

-- A sign-in to an application ends with its token or its SAML response, whether or not the user had to prove anything.
create function is_application_sign_in(key text, result text) returns boolean language sql immutable as $$
  select result = 'Success' and key in (
    'ExchangeTokenBy.AuthorizationCode', 'ExchangeTokenBy.DeviceCode', 'ExchangeTokenBy.ClientCredentials',
    'SamlApplication.Callback')
$$;

-- What the application or its settings are to blame for. A mistyped password or an expired session is none.
create function is_application_failure(key text, result text) returns boolean language sql immutable as $$
  select result = 'Error' and key in (
    'AuthorizationRequest', 'ExchangeTokenBy.AuthorizationCode', 'ExchangeTokenBy.DeviceCode',
    'ExchangeTokenBy.ClientCredentials', 'ExchangeTokenBy.TokenExchange', 'ExchangeTokenBy.Unknown',
    'Interaction.SignIn.Submit', 'Interaction.Register.Submit', 'SamlApplication.AuthnRequest',
    'SamlApplication.Callback')
$$;

-- The function of the trigger that counts what is logged.
create or replace function count_interactions() returns trigger language plpgsql as $$
begin
  insert into interaction_counts (tenant_id, date, key, outcome, count)
  select tenant_id, (created_at at time zone 'UTC')::date, key, outcome_of(payload), count(*)
  from added where key like 'Interaction.%' group by 1, 2, 3, 4;

  insert into application_counts (tenant_id, application_id, hour, sign_ins, failures, last_sign_in_at)
  select added.tenant_id, applications.id, date_trunc('hour', added.created_at),
    count(*) filter (where is_application_sign_in(added.key, added.result)),
    count(*) filter (where is_application_failure(added.key, added.result)),
    max(added.created_at) filter (where is_application_sign_in(added.key, added.result))
  from added
  join applications on applications.tenant_id = added.tenant_id and applications.id = added.application_id
  where is_application_sign_in(added.key, added.result) or is_application_failure(added.key, added.result)
  group by 1, 2, 3;
  return null;
end $$;
