/**
 * Path to which the payment service sends the notifications of one environment; the operator requires this
 * ending.
 */
export const notificationEndpointPath = '/notify/:env/v1/notification'
