/**
 * The script that runs before the first paint, inside the page: sets the chosen theme, and marks the page where someone
 * is probably signed in, so that the header does not show "Login" for a moment, or has a vehicle, so that what is told of
 * its parts finds its place kept. A constant text: the content security policy allows it by its hash.
 */

/** Key in local storage: `light` or `dark`; absent follows the system. */
export const THEME_KEY = 'theme';

export const BEFORE_PAINT_SCRIPT =
  "try{var d=document.documentElement,t=localStorage.getItem('theme');" +
  "if(t==='light'||t==='dark')d.dataset.theme=t;" +
  "if(localStorage.getItem('accessToken'))d.dataset.session='likely';" +
  "var v=JSON.parse(localStorage.getItem('mainshaft.vehicles'));" +
  "if(v&&v.chosen||/[?&]vehicle=\\d/.test(location.search))d.dataset.vehicle='likely'}catch(e){}";
