import { chartTag } from './host-page.ts'

/** The ways to embed a chart in a partner's page: in the page, or in a frame of the platform. */
export const embeddings = ['page', 'frame'] as const
export type Embedding = (typeof embeddings)[number]

/** The markup of an embedded chart. */
export const chartIn = (embedding: Embedding, platform: string) =>
  embedding === 'page' ? chartTag : `<ad-frame src="${platform}/embedded/clients/1/chart" title="The chart"></ad-frame>`
