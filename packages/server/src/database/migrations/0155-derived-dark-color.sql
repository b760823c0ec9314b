-- The dark color of a new tenant is the one that the product derives from its primary color.
set local app.tenant = '*';

alter table sign_in_experiences alter column color
  set default '{"primaryColor": "#6139F6", "isDarkModeEnabled": false, "darkPrimaryColor": "#886AF8"}';

update sign_in_experiences set color = color || '{"darkPrimaryColor": "#886AF8"}'
where color ->> 'primaryColor' = '#6139F6' and color ->> 'darkPrimaryColor' = '#8768F8';
