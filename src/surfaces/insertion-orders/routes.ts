import type { Routes } from '../../parts/navigation/screens.tsx'

export const routes: Routes = {
  '': () => import('./list/list.tsx'),
  create: () => import('./form/create.tsx'),
  settings: () => import('./settings/settings.tsx'),
  ':insertionOrderId': () => import('./order/order.tsx'),
  ':insertionOrderId/edit': () => import('./form/edit.tsx'),
}
