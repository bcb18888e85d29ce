import type { Routes } from '../../parts/navigation/screens.tsx'

/** Every screen of reporting, by its path. */
export const routes: Routes = {
  reporting: () => import('./report/reporting.tsx'),
  saved_reports: () => import('./screens/saved_reports.tsx'),
  'saved_reports/:reportId': () => import('./screens/saved_reports.@reportId.tsx'),
  scheduling: () => import('./screens/scheduling.tsx'),
  'saved_report/:savedReportId/schedule': () => import('./screens/saved_report.@savedReportId.schedule.tsx'),
}
