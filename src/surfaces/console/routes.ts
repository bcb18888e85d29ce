import type { Routes } from '../../parts/navigation/screens.tsx'

/** The screens that are the console's own. */
export const routes: Routes = {
  '': () => import('./start.tsx'),
  'clients/:clientId': () => import('./overview/overview.tsx'),
}
