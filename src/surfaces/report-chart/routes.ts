export const routes = { '': () => import('./chart/chart.tsx') }
