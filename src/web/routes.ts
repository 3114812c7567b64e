/**
 * The shop's addresses: every page, once. The files stand under `routes/`; a new page is one line here and one file
 * there. The router's types and the route tree (`route-tree.gen.ts`) are generated from this table by Vite.
 */
import { index, rootRoute, route } from '@tanstack/virtual-file-routes';

export const routes = rootRoute('root.tsx', [
  index('shop/home.tsx'),
  route('/catalogue', 'shop/catalogue.tsx'),
  route('/catalogue/$brand/$partNumber', 'shop/catalogue-part.tsx'),
  route('/parts/$partsId', 'shop/order-form.tsx'),
  route('/login', 'shop/login.tsx'),
  route('/signup', 'shop/signup.tsx'),
  route('/signUp', 'shop/signup-redirect.tsx'),
  route('/reviews', 'shop/reviews.tsx'),
  route('/blog', 'shop/blog.tsx'),
  route('/portfolio', 'shop/portfolio.tsx'),

  route('/dashboard', 'dashboard/layout.tsx', [index('dashboard/welcome.tsx')]),
]);
