/** Every screen of the surface, by its path. */
export const routes = { '': () => import('./chart/chart.tsx') }
