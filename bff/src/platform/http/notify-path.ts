/** Where the service sends notifications of one environment; the operator asks for this ending. */
export const notifyPath = '/notify/:env/v1/notification'
