/**
 * The screens of the shop: where each is, who sees it, and which of the API's answers fills it. The contact sheet and the
 * tests of accessibility go through all of them.
 */

export type Visitor = 'visitor' | 'buyer' | 'owner';

export type Screen = {
  /** Names the picture. */
  readonly name: string;
  /** With `{part}`, `{brand}`, `{compared}`, `{partId}`, `{order}` and `{unpaid}` where only the shop knows what stands there. */
  readonly path: string;
  readonly as: Visitor;
  /** The answer that fills the screen; with it come pictures of it empty, few, many, longest, loading and failing. */
  readonly filledBy?: string;
  /**
   * A page that is rendered on the server, reached by this link from another page when its states are wanted: only then
   * does the browser ask for the answer.
   */
  readonly link?: string;
};

export const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/', as: 'visitor', filledBy: '/api/parts', link: 'Home' },
  { name: 'catalogue', path: '/catalogue', as: 'visitor', filledBy: '/api/search', link: 'Catalogue' },
  { name: 'catalogue-cards', path: '/catalogue?view=grid', as: 'visitor' },
  {
    name: 'categories',
    path: '/catalogue/categories',
    as: 'visitor',
    filledBy: '/api/categories',
    link: 'Part types',
  },
  { name: 'category', path: '/catalogue/categories/braking', as: 'visitor' },
  { name: 'part-type', path: '/catalogue/categories/brake-disc', as: 'visitor' },
  { name: 'brands', path: '/catalogue/brands', as: 'visitor', filledBy: '/api/brands', link: 'Brands' },
  { name: 'brand', path: '/catalogue/{brand}', as: 'visitor' },
  {
    name: 'vehicles',
    path: '/catalogue/vehicles',
    as: 'visitor',
    filledBy: '/api/vehicle-makes',
    link: 'Vehicles',
  },
  { name: 'vehicle-kind', path: '/catalogue/vehicles/motorcycles', as: 'visitor' },
  { name: 'vehicle-make', path: '/catalogue/vehicles/cars/bmw', as: 'visitor' },
  { name: 'vehicle-model', path: '/catalogue/vehicles/cars/audi/a4', as: 'visitor' },
  { name: 'vehicle', path: '/catalogue/vehicles/cars/audi/a4/2014', as: 'visitor' },
  { name: 'search-without-hits', path: '/catalogue?q=no-such-part-anywhere', as: 'visitor' },
  { name: 'part', path: '/catalogue/{part}', as: 'visitor' },
  { name: 'part-replaced', path: '/catalogue/{replaced}', as: 'visitor' },
  { name: 'compare', path: '/catalogue/compare?part={compared}', as: 'visitor' },
  { name: 'compare-nothing', path: '/catalogue/compare', as: 'visitor' },
  { name: 'blog', path: '/blog', as: 'visitor' },
  { name: 'portfolio', path: '/portfolio', as: 'visitor' },
  { name: 'reviews', path: '/reviews', as: 'visitor', filledBy: '/api/review', link: 'Reviews' },
  { name: 'login', path: '/login', as: 'visitor' },
  { name: 'signup', path: '/signup', as: 'visitor' },
  { name: 'forgot-password', path: '/forgot-password', as: 'visitor' },
  { name: 'reset-password-expired', path: '/reset-password?token=expired', as: 'visitor' },
  { name: 'verify-email-expired', path: '/verify-email?token=expired', as: 'visitor' },
  { name: 'newsletter', path: '/newsletter', as: 'visitor' },
  { name: 'newsletter-confirm-expired', path: '/newsletter/confirm?token=expired', as: 'visitor' },
  { name: 'newsletter-leave-expired', path: '/newsletter/leave?token=expired', as: 'visitor' },
  { name: 'not-found', path: '/no/such/page', as: 'visitor' },

  { name: 'home-signed-in', path: '/', as: 'buyer' },
  { name: 'order-form', path: '/parts/{partId}', as: 'buyer', filledBy: '/api/parts/' },
  { name: 'welcome', path: '/dashboard', as: 'buyer', filledBy: '/api/order' },
  { name: 'my-order', path: '/dashboard/myorder', as: 'buyer', filledBy: '/api/order' },
  { name: 'order-paid', path: '/dashboard/order/{order}', as: 'buyer', filledBy: '/api/order/' },
  { name: 'order-unpaid', path: '/dashboard/order/{unpaid}', as: 'buyer' },
  { name: 'order-cancelled', path: '/dashboard/order/{cancelled}', as: 'buyer' },
  { name: 'order-expired', path: '/dashboard/order/{expired}', as: 'buyer' },
  { name: 'order-missing', path: '/dashboard/order/MS-2020-000001', as: 'buyer' },
  { name: 'order-again', path: '/parts/{again}', as: 'buyer' },
  { name: 'receipt', path: '/dashboard/order/{order}/receipt', as: 'buyer' },
  { name: 'payment', path: '/dashboard/payment/{unpaid}', as: 'buyer', filledBy: '/api/order/' },
  { name: 'payment-done', path: '/dashboard/payment/{order}', as: 'buyer' },
  { name: 'payment-cancelled', path: '/dashboard/payment/{cancelled}', as: 'buyer' },
  { name: 'payment-expired', path: '/dashboard/payment/{expired}', as: 'buyer' },
  { name: 'garage', path: '/dashboard/garage', as: 'buyer', filledBy: '/api/garage' },
  { name: 'security', path: '/dashboard/security', as: 'buyer', filledBy: '/api/auth/security' },
  { name: 'review-form', path: '/dashboard/review', as: 'buyer' },
  { name: 'review-form-of-part', path: '/dashboard/review?part={partId}', as: 'buyer' },
  { name: 'profile', path: '/dashboard/profile', as: 'buyer' },
  { name: 'see-profile', path: '/dashboard/seeProfile', as: 'buyer', filledBy: '/api/profile' },
  { name: 'update-profile', path: '/dashboard/updateProfile', as: 'buyer' },

  { name: 'welcome-owner', path: '/dashboard', as: 'owner' },
  { name: 'all-orders', path: '/dashboard/allOrders', as: 'owner', filledBy: '/api/orders/order' },
  { name: 'all-orders-nothing-found', path: '/dashboard/allOrders?find=no-such-order', as: 'owner' },
  { name: 'orders-of-buyer', path: '/dashboard/allOrders?buyer={buyer}', as: 'owner' },
  { name: 'order-of-buyer', path: '/dashboard/order/{order}', as: 'owner' },
  { name: 'payments', path: '/dashboard/payments', as: 'owner', filledBy: '/api/payments/refunds' },
  { name: 'all-users', path: '/dashboard/allUsers', as: 'owner', filledBy: '/api/user' },
  { name: 'all-users-nobody-found', path: '/dashboard/allUsers?find=nobody-at-all', as: 'owner' },
  { name: 'manage-product', path: '/dashboard/manageProduct', as: 'owner', filledBy: '/api/parts' },
  { name: 'add-product', path: '/dashboard/addProduct', as: 'owner' },
  { name: 'edit-product', path: '/dashboard/editProduct/{partId}', as: 'owner', filledBy: '/api/parts/' },
  {
    name: 'manage-reviews',
    path: '/dashboard/manageReviews',
    as: 'owner',
    filledBy: '/api/reviews/all',
  },
  { name: 'newsletter-list', path: '/dashboard/newsletter', as: 'owner', filledBy: '/api/newsletter' },
  { name: 'import-export', path: '/dashboard/importExport', as: 'owner', filledBy: '/api/imports' },
  { name: 'audit-log', path: '/dashboard/auditLog', as: 'owner', filledBy: '/api/audit' },
  { name: 'status', path: '/dashboard/status', as: 'owner', filledBy: '/api/status' },
  { name: 'profiles', path: '/dashboard/seeProfile', as: 'owner', filledBy: '/api/profile' },
];
