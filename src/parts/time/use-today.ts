import { useRuntime } from '../../kit/runtime.tsx'
import { todayIn } from './today.ts'

/** Today's date by the platform's clock, which can be ahead in a demonstration; in the browser's zone by default. */
export const useToday = (zone?: string) => todayIn(useRuntime().now(), zone)
