import { filledToday } from '../journeys/fill-folders.ts'

// Fills the data that engines and journeys copy, while steps that use one core run.
await filledToday()
