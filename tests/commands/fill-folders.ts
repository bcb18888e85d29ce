import fillFolders from '../journeys/fill-folders.ts'

// Fills the folders that engines and journeys copy, while steps that use one core run.
await fillFolders()
