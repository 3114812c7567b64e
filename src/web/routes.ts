/**
 * The shop's addresses: every page, once. The files stand under `routes/`; a new page is one line here and one file
 * there. The router's types and the route tree (`route-tree.gen.ts`) are generated from this table by Vite.
 */
import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes';

export const routes = rootRoute('root.tsx', [
  index('shop/home.tsx'),
  layout('browsing', 'shop/browsing.tsx', [
    route('/catalogue', 'shop/catalogue.tsx'),
    route('/catalogue/$brand/$partNumber', 'shop/catalogue-part.tsx'),
  ]),
  route('/catalogue/compare', 'shop/compare.tsx'),
  route('/catalogue/categories', 'shop/categories.tsx'),
  route('/catalogue/categories/$slug', 'shop/category.tsx'),
  route('/catalogue/vehicles', 'shop/vehicles.tsx'),
  route('/catalogue/vehicles/$kind', 'shop/vehicle-kind.tsx'),
  route('/catalogue/vehicles/$kind/$make', 'shop/vehicle-make.tsx'),
  route('/catalogue/vehicles/$kind/$make/$model', 'shop/vehicle-model.tsx'),
  route('/catalogue/vehicles/$kind/$make/$model/$year', 'shop/vehicle.tsx'),
  // Other pages of one step below the catalogue are named in `brandSlugOf`, so that no brand stands in their way.
  route('/catalogue/brands', 'shop/brands.tsx'),
  route('/catalogue/$brand', 'shop/brand.tsx'),
  route('/parts/$partsId', 'shop/order-form.tsx'),
  route('/login', 'shop/login.tsx'),
  route('/signup', 'shop/signup.tsx'),
  route('/signUp', 'shop/signup-redirect.tsx'),
  route('/forgot-password', 'shop/forgot-password.tsx'),
  route('/reset-password', 'shop/reset-password.tsx'),
  route('/verify-email', 'shop/verify-email.tsx'),
  route('/newsletter', 'newsletter/newsletter.tsx'),
  route('/newsletter/confirm', 'newsletter/confirm.tsx'),
  route('/newsletter/leave', 'newsletter/leave.tsx'),
  route('/reviews', 'shop/reviews.tsx'),
  route('/blog', 'shop/blog.tsx'),
  route('/portfolio', 'shop/portfolio.tsx'),

  route('/dashboard', 'dashboard/layout.tsx', [
    index('dashboard/welcome.tsx'),
    route('profile', 'dashboard/profile.tsx'),
    route('seeProfile', 'dashboard/see-profile.tsx'),
    route('updateProfile', 'dashboard/update-profile-redirect.tsx'),
    route('updateProfile/$uId', 'dashboard/update-profile.tsx'),
    route('security', 'dashboard/security.tsx'),
    route('garage', 'dashboard/garage.tsx'),
    route('myorder', 'dashboard/my-order.tsx'),
    route('payment/$id', 'dashboard/payment.tsx'),
    route('order/$id', 'dashboard/order.tsx'),
    route('order/$id/receipt', 'dashboard/order-receipt.tsx'),
    route('review', 'dashboard/review.tsx'),
    layout('admin', 'admin/layout.tsx', [
      route('allOrders', 'admin/all-orders.tsx'),
      route('allUsers', 'admin/all-users.tsx'),
      route('addProduct', 'admin/add-product.tsx'),
      route('manageProduct', 'admin/manage-product.tsx'),
      route('editProduct/$id', 'admin/edit-product.tsx'),
      route('manageReviews', 'admin/manage-reviews.tsx'),
      route('newsletter', 'admin/newsletter.tsx'),
      route('importExport', 'admin/import-export.tsx'),
      route('auditLog', 'admin/audit-log.tsx'),
      route('payments', 'admin/payments.tsx'),
      route('status', 'admin/status.tsx'),
    ]),
  ]),
]);
