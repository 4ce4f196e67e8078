/** Calls of every page but the view that it counts at once, `countView`. */
import { call } from "./call.ts";

export const googleLogin = call("POST", "/api/auth/google-login", "identity");
export const googleRegister = call("POST", "/api/auth/google-register", "identity");
export const getProfile = call("GET", "/api/auth/profile", "student");
export const updateProfile = call("PUT", "/api/auth/profile", "student");
export const listProducts = call("GET", "/api/products", "public");
export const filterProducts = call("GET", "/api/products/filter", "public");
export const ownProducts = call("GET", "/api/products/user", "student");
export const getProduct = call("GET", "/api/products/{productId}", "student");
export const createProduct = call("POST", "/api/products/create", "student");
export const updateProduct = call("PUT", "/api/products/{productId}", "student");
export const toggleSold = call("PUT", "/api/products/{productId}/toggle-sold", "student");
export const deleteProduct = call("DELETE", "/api/products/{productId}", "student");
export const clickProduct = call("POST", "/api/products/{productId}/click", "optional");
export const getItem = call("GET", "/api/items/{productId}", "public");
export const getSeller = call("GET", "/api/sellers/{sellerId}", "student");
export const savedProducts = call("GET", "/api/saved", "student");
export const savedIds = call("GET", "/api/saved/ids", "student");
export const saveProduct = call("PUT", "/api/saved/{productId}", "student");
export const unsaveProduct = call("DELETE", "/api/saved/{productId}", "student");
export const generateDescription = call("POST", "/api/ai/generate-description", "optional");
export const createPhoto = call("POST", "/api/photos", "student");
export const deletePhoto = call("DELETE", "/api/photos/{photoId}", "student");
export const startSignIn = call("GET", "/api/auth/start", "public");
export const finishSignIn = call("GET", "/api/auth/callback", "public");
export const issueToken = call("POST", "/api/auth/token", "cookie");
export const logOut = call("POST", "/api/auth/logout", "cookie");
