export const englishCustomers = {
  newPayment: 'New payment',
  paymentRequests: 'Payment requests',
} as const
