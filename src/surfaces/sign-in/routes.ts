import type { Routes } from '../../parts/navigation/screens.tsx'

/** Every screen of the door, by its path. */
export const routes: Routes = {
  login: () => import('./login/login.tsx'),
  'setup-account': () => import('./setup-account.tsx'),
}
