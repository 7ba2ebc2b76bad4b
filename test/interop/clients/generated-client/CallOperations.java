import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import okhttp3.Response;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.ApiResponse;

/**
 * Calls single operations through a client that OpenAPI Generator has made of the server's own description, as EJBCA's SDK for Java was made of
 * EJBCA's. Each line of the input is a JSON object: an operation, the values in its path, and its query or body. Each line of the output is one,
 * too: the status, and what the client made of the answer.
 *
 * <p>usage: CallOperations OPERATION_IDS HOST:PORT CERTIFICATE KEY CA_CHAIN
 */
public class CallOperations {
  /** The parameters of queries, in the order in which the client takes them. */
  private static final Map<String, String[]> QUERIES =
      Map.of(
          "GET /v1/certificate/expire", new String[] {"days", "offset", "maxNumberOfResults"},
          "GET /v2/certificate/count", new String[] {"isActive"});

  private static final String[] REVOCATION = {"reason", "date", "invalidity_date"};

  private static final Gson JSON = new GsonBuilder().serializeNulls().create();
  private final ApiClient client = new ApiClient();
  private final Map<String, String> operationIds;

  /** The last answer of the server. The client knows one body of an operation only, and throws away others. */
  private int status;

  private String body = "";

  private CallOperations(String host, Path certificate, Path key, Path chain, Map<String, String> operationIds)
      throws IOException, GeneralSecurityException {
    this.operationIds = operationIds;
    client.setHttpClient(
        client.getHttpClient().newBuilder().addInterceptor(chained -> note(chained.proceed(chained.request()))).build());
    client.setBasePath("https://" + host + "/ejbca/ejbca-rest-api");
    client.setKeyManagers(keyManagers(certificate, key).getKeyManagers());
    client.setSslCaCert(Files.newInputStream(chain));
  }

  public static void main(String[] arguments) throws Exception {
    Path[] files = Arrays.stream(arguments).skip(2).map(Path::of).toArray(Path[]::new);
    Map<String, String> operationIds = JSON.fromJson(arguments[0], Map.class);
    CallOperations operations = new CallOperations(arguments[1], files[0], files[1], files[2], operationIds);
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine())
      System.out.println(JSON.toJson(operations.call(JsonParser.parseString(line).getAsJsonObject())));
  }

  private Response note(Response response) throws IOException {
    status = response.code();
    body = response.peekBody(1 << 20).string();
    return response;
  }

  private JsonObject call(JsonObject asked) throws ReflectiveOperationException {
    Method method = methodOf(asked.get("operation").getAsString());
    Object api = method.getDeclaringClass().getConstructor(ApiClient.class).newInstance(client);
    try {
      ApiResponse<?> response = (ApiResponse<?>) method.invoke(api, argumentsOf(method, asked));
      Object data = response.getData();
      JsonElement answer = data == null ? JsonNull.INSTANCE : JsonParser.parseString(client.getJSON().serialize(data));
      return result(answer, "", status == 202 ? body : "");
    } catch (InvocationTargetException thrown) {
      if (thrown.getCause() instanceof ApiException || status == 202)
        return result(JsonNull.INSTANCE, thrown.getCause().toString(), body);
      throw thrown;
    }
  }

  private JsonObject result(JsonElement answer, String error, String refusal) {
    JsonObject result = new JsonObject();
    result.addProperty("status", status);
    result.add("answer", answer);
    result.addProperty("error", error);
    result.addProperty("refusal", refusal);
    return result;
  }

  /** v1.endentity.add is v1EndentityAdd of V1EndentityApi. */
  private Method methodOf(String operation) throws ClassNotFoundException {
    String[] path = operation.split("[ /]+");
    String api = capitalized(path[1]) + capitalized(path[2]) + "Api";
    StringBuilder name = new StringBuilder();
    for (String word : operationIds.get(operation).split("[._]"))
      name.append(name.isEmpty() ? word : capitalized(word));
    return Arrays.stream(Class.forName("org.openapitools.client.api." + api).getMethods())
        .filter(each -> each.getName().contentEquals(name + "WithHttpInfo"))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(api + " has no " + name));
  }

  private Object[] argumentsOf(Method method, JsonObject asked) {
    Iterator<JsonElement> path = asked.getAsJsonArray("path").iterator();
    Iterator<String> query = Arrays.asList(QUERIES.getOrDefault(asked.get("operation").getAsString(), REVOCATION)).iterator();
    return Arrays.stream(method.getParameterTypes())
        .map(
            type -> {
              if (type.getName().contains(".model.")) return client.getJSON().deserialize(asked.get("body").toString(), type);
              if (path.hasNext()) return type == Integer.class ? (Object) path.next().getAsInt() : path.next().getAsString();
              JsonElement value = asked.getAsJsonObject("query").get(query.next());
              return value == null ? null : client.getJSON().deserialize(value.toString(), type);
            })
        .toArray();
  }

  private static String capitalized(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  private static KeyManagerFactory keyManagers(Path certificate, Path key) throws IOException, GeneralSecurityException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    Certificate[] certificates =
        factory.generateCertificates(new ByteArrayInputStream(Files.readAllBytes(certificate))).toArray(Certificate[]::new);
    String pem = Files.readString(key).replaceAll("-----[^-]*-----|\\s", "");
    PrivateKey privateKey =
        KeyFactory.getInstance(certificates[0].getPublicKey().getAlgorithm())
            .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("client", privateKey, new char[0], certificates);
    KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, new char[0]);
    return managers;
  }
}
