import type { Routes } from '../../parts/navigation/screens.tsx'

export const routes: Routes = {
  '': () => import('./states.tsx'),
  fields: () => import('./fields/fields.tsx'),
  choosing: () => import('./selects/selects.tsx'),
  tables: () => import('./tables/tables.tsx'),
  overlays: () => import('./overlays/overlays.tsx'),
  navigation: () => import('./navigation/navigation.tsx'),
  context: () => import('./context/context.tsx'),
}
