import type { Routes } from '../../parts/navigation/screens.tsx'

export const routes: Routes = {
  '': () => import('./list/list.tsx'),
  create: () => import('./form/create.tsx'),
  settings: () => import('./settings/settings.tsx'),
  /** The order is in the query: `edit?id=5`. */
  edit: () => import('./form/edit.tsx'),
  ':insertionOrderId': () => import('./order/order.tsx'),
  ':insertionOrderId/edit': () => import('./form/edit.tsx'),
}
