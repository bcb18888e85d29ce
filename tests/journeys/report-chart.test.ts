import { reportChartTests } from '../support/reports/chart-tests.ts'

reportChartTests()
