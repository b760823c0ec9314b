/** A small window for a provider. Opened right after the press: browsers block windows that open later. */
export const openPopup = () => window.open('', '_blank', 'popup,width=600,height=640');
