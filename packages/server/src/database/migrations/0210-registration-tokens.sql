-- An update gives a client a new registration access token. The one before works until the new one is used: the answer
-- that brings it may be lost on its way.
alter table client_registrations add column previous_token_hash varchar(64);
