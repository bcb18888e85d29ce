import { ReviewQueue } from '../parts/review/review-queue.tsx'

/** The campaigns of a client that wait for a review. */
export default ReviewQueue
