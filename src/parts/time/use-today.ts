import { useRuntime } from '../../kit/runtime.tsx'
import { todayIn } from './today.ts'

/** The day it is on the platform, whose clock may be ahead in a demonstration; of a zone, else where the person is. */
export const useToday = (zone?: string) => todayIn(useRuntime().now(), zone)
