// Generated from the table of operations by `npm run generate`.
import type { IdentityTable } from './identity.ts';
import type { Manifest } from './kernel/manifest.ts';
import type { ShopTable } from './table.ts';

/** How to make each call of the shop. */
export const manifest: Manifest<ShopTable> = {
  partsList: {"method":"GET","path":"/parts","headers":["link","x-total-count","x-total-count-relation"]},
  partsGet: {"method":"GET","path":"/parts/{partsId}"},
  partsFitments: {"method":"GET","path":"/parts/{partsId}/fitments"},
  catalogueGet: {"method":"GET","path":"/catalogue"},
  cataloguePart: {"method":"GET","path":"/catalogue/{brand}/{partNumber}"},
  partsCreate: {"method":"POST","path":"/parts","body":"json","idempotent":true},
  partsUpdate: {"method":"PUT","path":"/parts/{id}","body":"json"},
  partsDelete: {"method":"DELETE","path":"/parts/{id}"},
  stockAdjust: {"method":"POST","path":"/parts/{id}/stock","body":"json","idempotent":true},
  stockMovements: {"method":"GET","path":"/parts/{id}/stock"},
  imagesUpload: {"method":"POST","path":"/images","body":"form"},
  orderPlace: {"method":"POST","path":"/order","body":"json","idempotent":true},
  orderListMine: {"method":"GET","path":"/order","headers":["link","x-total-count","x-total-count-relation"]},
  orderGet: {"method":"GET","path":"/order/{id}"},
  orderReceipt: {"method":"GET","path":"/order/{id}/receipt"},
  orderReceiptPdf: {"method":"GET","path":"/order/{id}/receipt.pdf","answer":"file"},
  orderPay: {"method":"PATCH","path":"/order/{id}","body":"json"},
  orderCancel: {"method":"DELETE","path":"/order/{id}"},
  ordersAll: {"method":"GET","path":"/orders/order","headers":["link","x-total-count","x-total-count-relation"]},
  paymentIntentCreate: {"method":"POST","path":"/create-payment-intent","body":"json"},
  paymentWebhook: {"method":"POST","path":"/webhooks/stripe","body":"raw"},
  paymentsStray: {"method":"GET","path":"/payments/stray"},
  tokenIssue: {"method":"PUT","path":"/user/{email}","body":"json"},
  usersList: {"method":"GET","path":"/user","headers":["link","x-total-count","x-total-count-relation"]},
  userMakeAdmin: {"method":"PUT","path":"/user/admin/{email}"},
  userDeactivate: {"method":"DELETE","path":"/user/{email}"},
  userIsAdmin: {"method":"GET","path":"/admin/{email}"},
  reviewsList: {"method":"GET","path":"/review","headers":["link","x-total-count","x-total-count-relation"]},
  reviewsCreate: {"method":"POST","path":"/review","body":"json","idempotent":true},
  reviewsHide: {"method":"DELETE","path":"/review/{id}"},
  profileCreate: {"method":"POST","path":"/profile","body":"json"},
  profileOfEmail: {"method":"GET","path":"/profile/{email}"},
  profilesList: {"method":"GET","path":"/profile","headers":["link","x-total-count","x-total-count-relation"]},
  profileUpdate: {"method":"PUT","path":"/profile/{uId}","body":"json"},
  shopGet: {"method":"GET","path":"/shop"},
};

/** The embedded identity provider's own calls. */
export const identityManifest: Manifest<IdentityTable> = {
  identitySignUp: {"method":"POST","path":"/auth/sign-up/email","body":"json","headers":["set-cookie"]},
  identitySignIn: {"method":"POST","path":"/auth/sign-in/email","body":"json","headers":["set-cookie"]},
  identitySignOut: {"method":"POST","path":"/auth/sign-out","headers":["set-cookie"]},
  identitySession: {"method":"GET","path":"/auth/get-session","headers":["set-cookie"]},
  identityProof: {"method":"GET","path":"/auth/token","headers":["set-cookie"]},
  identityKeys: {"method":"GET","path":"/auth/jwks"},
  identityUpdateUser: {"method":"POST","path":"/auth/update-user","body":"json","headers":["set-cookie"]},
  identityVerifyEmail: {"method":"POST","path":"/auth/verify-email","body":"json"},
  identitySendVerificationEmail: {"method":"POST","path":"/auth/send-verification-email","headers":["set-cookie"]},
  identityResendVerificationEmail: {"method":"POST","path":"/auth/send-verification-email/by-token","body":"json"},
  identityGoogleStart: {"method":"POST","path":"/auth/google/start"},
  identityGoogleReturn: {"method":"GET","path":"/auth/callback/google","answer":"file"},
  identityGoogleFinish: {"method":"POST","path":"/auth/google/finish","body":"json","headers":["set-cookie"]},
  identityAskForPasswordReset: {"method":"POST","path":"/auth/request-password-reset","body":"json"},
  identityReadPasswordLink: {"method":"POST","path":"/auth/reset-password/read","body":"json"},
  identityResetPassword: {"method":"POST","path":"/auth/reset-password","body":"json"},
};
