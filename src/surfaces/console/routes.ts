import type { Routes } from '../../parts/navigation/screens.tsx'

/** The screens that are the console's own. */
export const routes: Routes = {
  '': () => import('./screens/index.tsx'),
  'clients/:clientId': () => import('./screens/clients.@clientId.tsx'),
}
