import type { Routes } from '../../parts/navigation/screens.tsx'

/** The console's own screens; other paths show other elements. */
export const routes: Routes = {
  '': () => import('./start.tsx'),
  'clients/:clientId': () => import('./overview/overview.tsx'),
}
