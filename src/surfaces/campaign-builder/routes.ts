import type { Routes } from '../../parts/navigation/screens.tsx'

/** Every screen of the builder, by its path. */
export const routes: Routes = {
  '': () => import('./builder/builder.tsx'),
  v2: async () => ({ default: (await import('./builder/builder.tsx')).BuilderV2 }),
}
