import type { Routes } from '../../parts/navigation/screens.tsx'

export const routes: Routes = {
  '': () => import('./balance/balance.tsx'),
  'auto-rebill': () => import('./rebill/rebill.tsx'),
  billing: () => import('./billing/billing.tsx'),
  invoices: () => import('./invoices/list.tsx'),
  'invoices/:invoiceId': () => import('./invoices/invoice.tsx'),
  'spend-limits': () => import('./limits/limits.tsx'),
  'payment-methods': () => import('./methods/methods.tsx'),
}
