/** Word lists of the bulk filler. Every list of a category has the same length, so that SQL can address them as one. */

export const firstNames = ["Aarav", "Aditi", "Akash", "Ananya", "Arjun", "Asmita", "Bhavna", "Chirag", "Debasish", "Deepika", "Diya", "Eshan", "Faiza", "Gaurav", "Geeta", "Harpreet", "Ishaan", "Ishita", "Jatin", "Kavya", "Kiran", "Lakshay", "Madhuri", "Manish", "Meenal", "Mohit", "Nandini", "Naveen", "Neha", "Nikhil", "Omkar", "Pallavi", "Pooja", "Pranav", "Rahul", "Rashmi", "Ritika", "Rohit", "Saanvi", "Sabir", "Sakshi", "Sandeep", "Shreya", "Siddharth", "Simran", "Subham", "Tanvi", "Uday", "Varun", "Vidya", "Yash", "Zoya"];

export const lastNames = ["Agarwal", "Ali", "Banerjee", "Behera", "Bhat", "Chatterjee", "Das", "Desai", "Dubey", "Fernandes", "Ghosh", "Gupta", "Hussain", "Iyer", "Jain", "Jena", "Joshi", "Kaur", "Khan", "Kulkarni", "Kumar", "Mahapatra", "Mehta", "Menon", "Mishra", "Mohanty", "Mukherjee", "Nair", "Nayak", "Pandey", "Patel", "Patnaik", "Pradhan", "Rao", "Rath", "Reddy", "Sahoo", "Saxena", "Sharma", "Singh", "Swain", "Tiwari", "Tripathy", "Verma", "Yadav"];

export const courses = ["B.Tech CSE", "B.Tech ECE", "B.Tech Mechanical", "B.Tech Civil", "B.Tech EE", "BBA", "MBA", "B.Sc Nursing", "B.Pharm", "B.Com", "MCA", "B.Arch"];

/** In the order of the contract's categories, twelve of each. */
export const things: readonly (readonly string[])[] = [
  ["scientific calculator", "semester books", "drawing kit", "lab coat", "GATE notes", "long notebooks", "graph sheets", "mini drafter", "engineering maths book", "stethoscope", "fountain pen", "whiteboard"],
  ["study chair", "single bed", "mattress", "table fan", "electric kettle", "study lamp", "bucket and mug", "wall mirror", "extension board", "bookshelf", "induction cooktop", "curtains"],
  ["laptop", "wireless mouse", "mechanical keyboard", "monitor", "headphones", "power bank", "phone", "tablet", "WiFi router", "pen drive 64 GB", "bluetooth speaker", "webcam"],
  ["cricket bat", "badminton racket", "football", "dumbbell pair", "yoga mat", "skipping rope", "boxing gloves", "table tennis bat", "whey shaker", "basketball", "resistance bands", "swimming goggles"],
  ["gear cycle", "city cycle", "scooty", "helmet", "kick scooter", "skateboard", "cycle lock", "motorcycle", "trolley bag", "air pump", "bike cover", "mobile mount"],
  ["backpack", "running shoes", "denim jacket", "formal blazer", "kurta", "saree", "watch", "sunglasses", "guitar", "ukulele", "umbrella", "perfume"],
];

export const openings = ["Almost new", "Well kept", "Ekdum mast", "Selling my", "Barely used", "Sasta aur tikau", "Second owner", "Exam over, selling", "Hostel khaali:", "Original", "Good condition", "Bilkul naya", "Urgent:", "Leaving campus:", "Gift mila tha:", "Branded"];

export const sentences = ["Bought last year, bill available.", "Use kam hua hai, condition achhi hai.", "Minor scratches, works perfectly.", "Koi problem nahi, check karke le lo.", "Pickup only, evening after five.", "Price thoda negotiable hai.", "Final year, sab bech raha hoon.", "Cleaned and tested before listing.", "Charger and box included.", "Ek saal purana, warranty khatam.", "Roommate ke paas bhi same hai.", "No exchange please.", "Can show it on a video call.", "Only serious buyers.", "Hostel se le jaana padega.", "Battery and body both fine.", "Reason for selling: upgrade.", "Kharida tha sale mein, kaam nahi aaya.", "Fits in an auto easily.", "First come first served.", "Daag ya dent nahi hai.", "Used for one semester only.", "Washed and packed.", "Original parts, nothing changed."];

export const places = ["Central library entrance", "Canteen, ground floor", "Gate 2, near the tea stall", "Hostel 4 reception", "Cycle stand, gate 2", "Football ground, pavilion side", "Main gate", "Girls hostel 2 gate", "Infocity square bus stop", "Patia petrol pump", "Amphitheatre steps", "ECE block porch"];
