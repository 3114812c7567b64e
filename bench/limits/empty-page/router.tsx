/** The framework's own empty page: what rendering any page costs at least. */
import { createRouter } from '@tanstack/react-router';
import { routeTree } from './route-tree.gen.ts';

export const getRouter = () => createRouter({ routeTree });
