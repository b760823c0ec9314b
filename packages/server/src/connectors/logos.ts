export const logosOf = ({ light, dark }: { light: string; dark: string }) => ({
  logo: `/plain/connectors/${light}.svg`,
  logoDark: `/plain/connectors/${dark}.svg`,
});
