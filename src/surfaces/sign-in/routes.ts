import type { Routes } from '../../parts/navigation/screens.tsx'

export const routes: Routes = {
  login: () => import('./login/login.tsx'),
  'setup-account': () => import('./setup-account.tsx'),
}
