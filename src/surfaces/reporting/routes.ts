import type { Routes } from '../../parts/navigation/screens.tsx'

export const routes: Routes = {
  reporting: () => import('./report/reporting.tsx'),
  saved_reports: () => import('./saved-reports/list.tsx'),
  'saved_reports/:reportId': () => import('./saved-reports/saved-report.tsx'),
  scheduling: async () => ({ default: (await import('./saved-reports/list.tsx')).Scheduling }),
  'saved_report/:savedReportId/schedule': () => import('./schedule/schedule.tsx'),
}
