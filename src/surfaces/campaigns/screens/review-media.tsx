import { ReviewQueue } from '../review/review.tsx'

/** The campaigns of a client that wait for a review. */
export default ReviewQueue
