import type { Routes } from '../../parts/navigation/screens.tsx'

/** Every screen of the builder, by its path. */
export const routes: Routes = {
  '': () => import('./screens/index.tsx'),
  v2: () => import('./screens/v2.tsx'),
}
