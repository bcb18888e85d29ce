import type { Routes } from '../../parts/navigation/screens.tsx'

export const routes: Routes = {
  '': () => import('./builder/builder.tsx'),
  v2: async () => ({ default: (await import('./builder/builder.tsx')).BuilderV2 }),
}
