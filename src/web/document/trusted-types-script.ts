/**
 * The beginning of the first script of every page: lets through what may become script or markup, where the page's policy
 * asks for Trusted Types, so that no other code can make either out of text. A constant: the policy allows it by its hash.
 *
 * - a script's address: one of the shop's own
 * - markup and a script's text: data for machines (JSON without a tag in it), the empty script element by which React makes
 *   one, and empty text
 *
 * Everything else that is given to such a place throws.
 */
export const TRUSTED_TYPES_SCRIPT =
  'if(window.trustedTypes&&!trustedTypes.defaultPolicy){let ' +
  "d=t=>{if(t==='')return t;try{JSON.parse(t);return t.includes('<')?null:t}catch(e){return null}};" +
  "trustedTypes.createPolicy('default',{createScript:d," +
  "createHTML:t=>t==='<scr'+'ipt></scr'+'ipt>'?t:d(t)," +
  'createScriptURL:t=>new URL(t,document.baseURI).origin===location.origin?t:null})}';
