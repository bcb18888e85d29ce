import type { Routes } from '../../parts/navigation/screens.tsx'

/** Every screen of the gallery, by its path. */
export const routes: Routes = {
  '': () => import('./screens/index.tsx'),
  fields: () => import('./screens/fields.tsx'),
  choosing: () => import('./screens/choosing.tsx'),
  tables: () => import('./screens/tables.tsx'),
  overlays: () => import('./screens/overlays.tsx'),
  places: () => import('./screens/places.tsx'),
  context: () => import('./screens/context.tsx'),
}
